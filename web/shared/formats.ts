/** Times and sizes as people here read them: Asia/Shanghai, Chinese. */
const day = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  year: 'numeric',
  month: 'long',
  day: 'numeric',
})
const minute = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** `2026年11月21日`, of an ISO time; what isn't one is given back as it is. */
export const formatDay = (time: string): string => formatOr(day, time)

/** `2026年11月21日 14:05`. */
export const formatMinute = (time: string): string => formatOr(minute, time)

function formatOr(format: Intl.DateTimeFormat, time: string): string {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? time : format.format(date)
}

/** `12.4 KB`: bytes in the unit that reads best. */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  const kilobytes = bytes / 1024
  return kilobytes < 1024 ? `${kilobytes.toFixed(1)} KB` : `${(kilobytes / 1024).toFixed(1)} MB`
}

/** `3天4小时`, `4小时5分钟`, `5分钟`: the two greatest units of a span of seconds. */
export function formatDuration(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  const days = Math.floor(hours / 24)
  if (days > 0) return `${days}天${hours % 24}小时`
  if (hours > 0) return `${hours}小时${minutes % 60}分钟`
  return minutes > 0 ? `${minutes}分钟` : '不到1分钟'
}
