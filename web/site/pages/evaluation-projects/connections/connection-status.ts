import type { Connection } from '#contracts/agents/connection.ts'

/** How a candidate's connection stands. */
export type ConnectionStatus = 'none' | 'untried' | 'changed' | 'works' | 'fails'

export const CONNECTION_STATUS_LABELS: Record<ConnectionStatus, string> = {
  none: '未连接',
  untried: '还没有试过',
  changed: '改动后还没有试过',
  works: '已连通',
  fails: '上次没有成功',
}

/** Returns how a connection stands, by the last question that was tried. */
export function getConnectionStatus(connection: Connection | undefined): ConnectionStatus {
  if (!connection) return 'none'
  const { lastProbe, version } = connection
  if (!lastProbe) return 'untried'
  if (lastProbe.version !== version) return 'changed'
  return lastProbe.error === null ? 'works' : 'fails'
}
