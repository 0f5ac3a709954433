const BROWSERS: readonly [RegExp, string][] = [
  [/MicroMessenger/, '微信'],
  [/DingTalk/, '钉钉'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS/, 'Firefox'],
  [/Chrome\/|CriOS/, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: readonly [RegExp, string][] = [
  [/HarmonyOS|OpenHarmony/, '鸿蒙'],
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

const findName = (names: readonly [RegExp, string][], userAgent: string) =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1]

/**
 * Returns a readable name of a session's device, such as `Windows上的Chrome`. The user agent may be missing.
 */
export function describeDevice(userAgent: string | null): string {
  const browser = findName(BROWSERS, userAgent ?? '')
  const system = findName(SYSTEMS, userAgent ?? '')
  if (browser && system) return `${system}上的${browser}`
  return browser ?? system ?? '未知设备'
}
