/**
 * Has Zod not compile its schemas by `eval`, which our content policy forbids: Zod would try it once, and a browser
 * reports that. It reads this object when it is loaded: a page without schemas doesn't load Zod to say so.
 */
declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined
}

globalThis.__zod_globalConfig = { ...globalThis.__zod_globalConfig, jitless: true }

export {}
