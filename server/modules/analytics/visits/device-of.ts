import type { Device } from '#contracts/analytics/analytics.ts'

const TABLET = /ipad|tablet|playbook|kindle|silk\/|android(?!.*mobile)/i
const MOBILE = /mobi|iphone|ipod|android|windows phone|harmonyos|openharmony/i

/** The class of device that a user agent names. A tablet that asks for desktop pages says it is a desktop. */
export function deviceOf(userAgent: string): Device {
  if (TABLET.test(userAgent)) return 'tablet'
  return MOBILE.test(userAgent) ? 'mobile' : 'desktop'
}
