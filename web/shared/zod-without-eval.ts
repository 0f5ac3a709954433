/**
 * Disables Zod's compilation of schemas by `eval`, which our content security policy forbids: Zod would try it once,
 * and browsers report that. Zod reads this object when it is loaded, so pages without schemas don't have to load Zod.
 */
declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined
}

globalThis.__zod_globalConfig = { ...globalThis.__zod_globalConfig, jitless: true }

export {}
