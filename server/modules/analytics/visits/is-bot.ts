/** Programs that fetch pages on nobody's behalf say so in their user agent; people's browsers always send one. */
const BOT =
  /bot\b|bot\/|crawl|spider|slurp|headless|lighthouse|preview|monitor|uptime|scan|fetch|curl|wget|python|ruby|perl|java\/|go-http|okhttp|axios|node\b|postman|facebookexternalhit|bingpreview|yandex|baiduspider|sogou web|360spider/i

export const isBot = (userAgent: string | undefined): boolean => !userAgent || BOT.test(userAgent)
