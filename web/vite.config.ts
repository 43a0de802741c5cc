import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// `npm run dev` shows the page with hot reload; everything else comes from a server started beside it.
const server = process.env.CHOCOLATL_URL ?? "http://127.0.0.1:8765";

export default defineConfig({
  plugins: [svelte()],
  // Without the browser condition, vitest would mount Svelte's server build.
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
  build: { outDir: "../src/chocolatl/server/static", emptyOutDir: true },
  server: { fs: { allow: [".."] }, proxy: { "/api": { target: server, ws: true } } },
  test: { environment: "happy-dom", include: ["src/**/*.test.ts"] },
});
