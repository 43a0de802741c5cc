// What the type checker cannot see: unused names, effects that never run, markup that Svelte would not escape.
import svelte from "eslint-plugin-svelte";
import typescript from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default typescript.config(
  { ignores: ["node_modules", "src/fixtures", "src/wire.ts"] },
  ...typescript.configs.strict,
  ...svelte.configs.recommended,
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: typescript.parser, svelteConfig } },
  },
  {
    rules: {
      "@typescript-eslint/no-non-null-assertion": "off", // `noUncheckedIndexedAccess` asks for them
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "svelte/require-each-key": "off", // only needed where items move, which few of our lists do
      "svelte/prefer-svelte-reactivity": "off", // our sets are made anew, not changed
    },
  },
);
