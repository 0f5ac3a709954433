/** Describes a device by its user agent: `Windows上的Chrome`. */
export function describeDevice(userAgent: string | null): string {
  const browser = findName(BROWSERS, userAgent ?? '')
  const system = findName(SYSTEMS, userAgent ?? '')
  if (browser && system) return `${system}上的${browser}`
  return browser ?? system ?? '未知设备'
}

/** In order: a user agent also contains the names of the browsers that its browser is based on. */
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
