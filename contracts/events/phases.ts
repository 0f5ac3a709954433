/** Where an event stands: coming, past, or cancelled. */
export const EVENT_PHASES = ['upcoming', 'past', 'cancelled'] as const
export type EventPhase = (typeof EVENT_PHASES)[number]
export const EVENT_PHASE_LABELS: Record<EventPhase, string> = {
  upcoming: '即将举行',
  past: '往期',
  cancelled: '已取消',
}
