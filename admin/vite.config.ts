import { fileURLToPath } from 'node:url';

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

import { fonts } from './look';

// The server puts a new value in the place of this word into each answer (internal/admin/shell).
const nonce = '__nonce__';

// name.hash.ext is what the static layer takes for immutable.
const files = {
  hashCharacters: 'hex',
  entryFileNames: 'assets/[name].[hash:20].js',
  chunkFileNames: 'assets/[name].[hash:20].js',
  assetFileNames: 'assets/[name].[hash:20][extname]',
} as const;

/**
 * What every page needs is two files, one that changes with the packages and one that changes with the application, and what most pages
 * need is a third: a request costs more than the bytes of a small file (decision 280).
 */
const codeSplitting = {
  groups: [
    { name: 'packages', tags: ['$initial' as const], test: /[\\/]node_modules[\\/]/, priority: 2 },
    { name: 'application', tags: ['$initial' as const], priority: 1 },
    { name: 'shared', minShareCount: 9 },
  ],
};

export default defineConfig({
  base: '/_service/admin/',
  plugins: [react(), fonts(nonce)],
  html: { cspNonce: nonce },
  resolve: { alias: { 'markdown-to-jsx/react': fileURLToPath(new URL('src/forms/unmarked.tsx', import.meta.url)) } },
  worker: { format: 'es', rolldownOptions: { output: files } },
  build: {
    outDir: 'bundle/files',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: { output: { ...files, codeSplitting } },
  },
  server: {
    fs: { allow: ['.', '../internal/look'] },
    // `npm run dev` beside `quartet dev`, which answers all but the application.
    proxy: Object.fromEntries(['/admin/api', '/api', '/oauth', '/_service/admin/fonts'].map((path) => [path, 'http://localhost:8787'])),
  },
});
