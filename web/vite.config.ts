import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [svelte()],
  // Without the browser condition, vitest would mount Svelte's server build.
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
  build: { outDir: "../src/chocolatl/server/static", emptyOutDir: true },
  server: { fs: { allow: [".."] }, proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
  test: { environment: "happy-dom", include: ["src/**/*.test.ts"] },
});
