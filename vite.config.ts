import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { callsPlugin } from './web/calls-plugin.ts'
import { routerPlugin } from './web/router-plugin.ts'

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [callsPlugin(), routerPlugin(), react(), tailwindcss()],
  publicDir: isSsrBuild ? false : 'web/site/public',
  build: isSsrBuild
    ? { outDir: 'dist/server', target: 'node24' }
    : {
        outDir: 'dist/client',
        manifest: 'manifest.json',
        modulePreload: false,
        assetsInlineLimit: 0,
        rolldownOptions: { input: 'web/site/entry-client.tsx' },
      },
}))
