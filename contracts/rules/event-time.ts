/** Parses when an event takes place from the texts of its document. All times in documents are Beijing time. */

import { formatIsoDay, parseCalendarDay } from './calendar-day.ts'
import { toNfkc } from './normalize-text.ts'
import { addDays, endOfDay } from './shanghai-time.ts'

const ZONE = '+08:00'

/** The day as `2026-12-10`; start and end as `2026-12-10T14:00:00+08:00`, if the time can be read. */
export type EventTime = { day: string; start?: string; end?: string }

/**
 * Returns when an event takes place; `undefined` if its date isn't a single day. Reads times such as `14:00-16:30`,
 * `上午9:00至11:00` and `晚上7点半`. An end before the start is on the next day.
 */
export function parseEventTime({ date, time }: { date: string; time: string }): EventTime | undefined {
  const day = parseCalendarDay(date)
  if (!day || day.day === null) return undefined
  const iso = formatIsoDay(day)
  const minutes = parseTimeRange(time)
  if (!minutes) return { day: iso }
  const start = toIsoTime(iso, minutes.start)
  return minutes.end === undefined ? { day: iso, start } : { day: iso, start, end: toIsoTime(iso, minutes.end) }
}

/** Times of day within a text: `14:00`, `9：30`. */
const WRITTEN_TIMES = /(?<!\d)(\d{1,3})[:：](\d{2})(?!\d)/g

/** Returns whether every time of day in a text exists. Texts without one pass: 晚上七点. */
export const hasOnlyValidTimes = (text: string): boolean =>
  [...toNfkc(text).matchAll(WRITTEN_TIMES)].every(
    ([, hour, minute]) => Number(minute) < 60 && Number(hour) * 60 + Number(minute) <= MINUTES_PER_DAY,
  )

/** Returns whether an event has started: at its start time, or if it has none, at the end of its day. */
export function hasEventStarted(event: { date: string; time: string }, now: Date): boolean {
  const time = parseEventTime(event)
  return time !== undefined && now.getTime() >= Date.parse(time.start ?? endOfDay(time.day))
}

const NUMERALS = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九', '十', '十一', '十二']
const CLOCK = `(凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|晚)?\\s*(\\d{1,2}|十[一二]?|[零一二两三四五六七八九])\\s*(?::(\\d{2})|[点时](?:(\\d{1,2})分?|(半)|(一刻)|(三刻)|整)?)`
const RANGE = new RegExp(`^${CLOCK}(?:\\s*(?:[-–—~]+|至|到)\\s*${CLOCK})?\\s*(?:开始|起)?\\s*(?:\\(?北京时间\\)?)?$`)
const GROUPS_PER_CLOCK = 7
const MINUTES_PER_DAY = 24 * 60

/** A time of day as written: an hour of 0 to 24, with the period of the day if it is named. */
type Clock = { period: string | undefined; hour: number; minute: number; isDigital: boolean }

/** Returns the minutes from the start of the day; an end on the next day is beyond 24 hours. */
function parseTimeRange(text: string): { start: number; end?: number } | undefined {
  const [, ...groups] = RANGE.exec(toNfkc(text).trim()) ?? []
  const first = readClock(groups.slice(0, GROUPS_PER_CLOCK))
  const start = first && getStart(first)
  if (!first || start === undefined) return undefined
  if (groups[GROUPS_PER_CLOCK + 1] === undefined) return { start }
  const last = readClock(groups.slice(GROUPS_PER_CLOCK))
  const end = last && getEnd(last, first, start)
  return end === undefined ? undefined : { start, end }
}

function readClock(groups: readonly (string | undefined)[]): Clock | undefined {
  const [period, hourText = '', digits, spoken, half, quarter, threeQuarters] = groups
  const hour = /^\d/.test(hourText) ? Number(hourText) : NUMERALS.indexOf(toNumeral(hourText))
  const minute = Number(digits ?? spoken ?? ((half && 30) || (quarter && 15) || (threeQuarters && 45) || 0))
  if (hour < 0 || hour > 24 || minute > 59 || hour * 60 + minute > MINUTES_PER_DAY) return undefined
  return { period, hour, minute, isDigital: digits !== undefined }
}

const toNumeral = (text: string) => (text === '两' ? '二' : text)

/** `2点` without a period is read neither as night nor as afternoon. */
const EARLIEST_UNAMBIGUOUS_HOUR = 7

function getStart(clock: Clock): number | undefined {
  const { period, hour, isDigital } = clock
  if (period === undefined && !isDigital && hour < EARLIEST_UNAMBIGUOUS_HOUR) return undefined
  const start = toMinutes(clock, period)
  return start === undefined || start >= MINUTES_PER_DAY ? undefined : start
}

/** Without a period of its own, an end is the first such time after the start: 上午10点-2点 ends at 14:00. */
function getEnd(clock: Clock, first: Clock, start: number): number | undefined {
  const literal = clock.hour * 60 + clock.minute
  if (clock.period !== undefined) {
    const end = toMinutes(clock, clock.period)
    return end !== undefined && end < start ? end + MINUTES_PER_DAY : end
  }
  const candidates = [toMinutes(clock, first.period), literal]
  if (first.period !== undefined && clock.hour < 12) candidates.push(literal + MINUTES_PER_DAY / 2)
  return candidates.find((end) => end !== undefined && end >= start) ?? literal + MINUTES_PER_DAY
}

/** Returns the minutes from the start of the day; `undefined` if the period has no such hour. */
function toMinutes({ hour, minute }: Clock, period: string | undefined): number | undefined {
  const literal = hour * 60 + minute
  const afternoon = hour < 12 ? literal + MINUTES_PER_DAY / 2 : literal
  switch (period) {
    case '凌晨':
      return hour === 12 ? minute : literal
    case '中午':
      return hour < 10 ? afternoon : literal
    case '下午':
    case '傍晚':
      return afternoon
    case '晚上':
    case '晚':
      if (hour === 12) return minute + MINUTES_PER_DAY
      return hour >= 5 ? afternoon : undefined
    default:
      return literal
  }
}

/** Returns the time that is so many minutes after the start of a day. */
function toIsoTime(day: string, minutes: number): string {
  const clock = minutes % MINUTES_PER_DAY
  const hours = String(Math.floor(clock / 60)).padStart(2, '0')
  const time = `${hours}:${String(clock % 60).padStart(2, '0')}`
  return `${minutes < MINUTES_PER_DAY ? day : addDays(day, 1)}T${time}:00${ZONE}`
}

/** Follows every day. */
const OPEN_END = '9999-12-31'

/** Returns the day by which an event is sorted: without a day, it is coming until its status says that it is over. */
export const getEventSortDay = (event: { date: string; time: string; status: string }): string =>
  parseEventTime(event)?.day ?? (event.status === '已结束' ? '' : OPEN_END)
