/** @type {import("@sveltejs/vite-plugin-svelte").SvelteConfig} */
export default {
  compilerOptions: {
    runes: true,
    // Shorter than Svelte's own names: every styled element and selector of a first game has one.
    cssHash: ({ hash, css }) => `s${hash(css).slice(0, 4)}`,
  },
};
