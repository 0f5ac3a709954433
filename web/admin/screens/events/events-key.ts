/** The key under which the queries of this screen are kept. */
export const EVENTS_KEY = ['events'] as const
