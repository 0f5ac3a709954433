import { PALETTE } from '#contracts/palette.ts'

/**
 * Returns the W3C Web Application Manifest, with which devices install the site as an app. The icons are files of the
 * built site.
 */
export const createWebManifest = ({ name, description }: { name: string; description: string }): string =>
  JSON.stringify({
    name: [name, description].filter(Boolean).join('：'),
    short_name: name,
    ...(description ? { description } : {}),
    lang: 'zh-CN',
    dir: 'ltr',
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'browser',
    background_color: PALETTE.paper.light,
    theme_color: PALETTE.paper.light,
    categories: ['business', 'productivity'],
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  })
