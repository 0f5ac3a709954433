import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { asciiPlugin } from './web/ascii-plugin.ts'
import { callsPlugin } from './web/calls-plugin.ts'
import { constantsPlugin } from './web/constants-plugin.ts'
import { iconsPlugin } from './web/icons-plugin.ts'
import { reactRouterPlugin } from './web/react-router-plugin.ts'

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    callsPlugin(),
    constantsPlugin(),
    iconsPlugin(),
    reactRouterPlugin(),
    react(),
    tailwindcss(),
    isSsrBuild && asciiPlugin(),
  ],
  publicDir: isSsrBuild ? false : 'web/site/public',
  // One file set without development builds and unused icons, whatever the environment; what the server loads anyway,
  // the contracts first of all, stays shared with it.
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
          // Its text stays in memory: without comments and spaces that is half; names are left for what is logged.
          output: { codeSplitting: false, minify: { compress: false, mangle: false, codegen: true } },
        },
      }
    : {
        outDir: 'dist/client',
        manifest: 'manifest.json',
        modulePreload: false,
        assetsInlineLimit: 0,
        // No property of ours or of the libraries does anything as it is read.
        rolldownOptions: { input: 'web/site/entry-client.tsx', treeshake: { propertyReadSideEffects: false } },
      },
}))
