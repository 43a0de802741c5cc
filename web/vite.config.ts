import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { reached } from "./reach.ts";
import { splitWords } from "./words.ts";

// `npm run dev` shows the page with hot reload; everything else comes from a server started beside it.
const server = process.env.CHOCOLATL_URL ?? "http://127.0.0.1:8765";

// Few large files pack better than many small ones: what every screen needs is one, what a table needs beside it another.
const table = reached(["screens/TableScreen.svelte"]);
const home = reached(["screens/Home.svelte"]);
const base = new Set([...reached(["App.svelte"]), ...[...home].filter((file) => table.has(file))]);
const isOf = (files: ReadonlySet<string>) => (id: string) => files.has(id.split("?")[0]!);
const groups = [
  { name: "base", test: (id: string) => id.includes("/node_modules/svelte/") || isOf(base)(id), priority: 2 },
  { name: "board", test: isOf(table), priority: 1 },
];

export default defineConfig({
  plugins: [splitWords(), svelte()],
  // Without the browser condition, vitest would mount Svelte's server build.
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
  build: {
    outDir: "../src/chocolatl/server/static",
    emptyOutDir: true,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: { fs: { allow: [".."] }, proxy: { "/api": { target: server, ws: true } } },
  test: { environment: "happy-dom", pool: "vmThreads", include: ["src/**/*.test.ts"] },
});
