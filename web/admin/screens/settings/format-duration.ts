/** `3天4小时`, `4小时5分钟`, `5分钟`: the two greatest units of a span of seconds. */
export function formatDuration(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  const days = Math.floor(hours / 24)
  if (days > 0) return `${days}天${hours % 24}小时`
  if (hours > 0) return `${hours}小时${minutes % 60}分钟`
  return minutes > 0 ? `${minutes}分钟` : '不到1分钟'
}
