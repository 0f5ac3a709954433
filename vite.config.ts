import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { callsPlugin } from './web/calls-plugin.ts'

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [callsPlugin(), react(), tailwindcss()],
  // What `npm run dev` scans for dependencies.
  optimizeDeps: { entries: 'web/site/entry-client.tsx' },
  publicDir: isSsrBuild ? false : 'web/site/public',
  // Bundles dependencies, so that the bundle contains their production builds and only the icons in use, whatever the
  // environment. Modules that the server loads anyway, such as the contracts, are external, so that both share them.
  ...(isSsrBuild && {
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true as const, external: ['zod', 'canonicalize', 'qr'] },
  }),
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        target: 'node24',
        rolldownOptions: {
          external: /^#contracts\//,
          // V8 retains the source text, which is half as long without comments and whitespace, and takes one byte per
          // character if all are ASCII. Logs need names.
          output: {
            codeSplitting: false,
            charset: 'ascii',
            minify: { compress: false, mangle: false, codegen: true },
          },
        },
      }
    : {
        outDir: 'dist/client',
        manifest: 'manifest.json',
        modulePreload: false,
        assetsInlineLimit: 0,
      },
}))
