import { Link } from 'react-router'
import { addDays } from '#contracts/rules/shanghai-time.ts'
import { formatMinute } from '../../../shared/formats.ts'
import type { CalendarEntry } from './calendar-entries.ts'

const WEEKDAYS = ['一', '二', '三', '四', '五', '六', '日']
/** The entries of a day that are shown; the list below has all. */
const ENTRIES_PER_DAY = 3

type MonthGridProps = { from: string; to: string; today: string; entries: readonly CalendarEntry[] }

/** A month as a table of weeks, from Monday; hidden on a phone. */
export function MonthGrid({ from, to, today, entries }: MonthGridProps) {
  const byDay = Map.groupBy(entries, ({ day }) => day)
  return (
    <table className="w-full table-fixed border-collapse max-md:hidden" aria-label="本月的发布">
      <thead>
        <tr>
          {WEEKDAYS.map((name) => (
            <th key={name} scope="col" className="pb-2 text-left text-sm font-normal text-muted">
              周{name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {listWeeks(from, to).map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <td
                key={day}
                className={`h-28 border border-line p-1.5 align-top ${day < from || day > to ? 'bg-sunken' : 'bg-paper'}`}
              >
                {day >= from && day <= to && <Day day={day} isToday={day === today} entries={byDay.get(day) ?? []} />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Day({ day, isToday, entries }: { day: string; isToday: boolean; entries: readonly CalendarEntry[] }) {
  return (
    <>
      <p className={`pb-1 text-sm tabular-nums ${isToday ? 'font-semibold text-indigo' : 'text-muted'}`}>
        {Number(day.slice(8))}
        {isToday && '（今天）'}
      </p>
      <ul className="flex flex-col gap-1">
        {entries.slice(-ENTRIES_PER_DAY).map((entry) => (
          <li key={entry.key}>
            <EntryLine entry={entry} />
          </li>
        ))}
      </ul>
      {entries.length > ENTRIES_PER_DAY && (
        <p className="pt-1 text-xs text-muted">另有{entries.length - ENTRIES_PER_DAY}次，见下表</p>
      )}
    </>
  )
}

function EntryLine({ entry: { at, title, note, listing, path, scheduled } }: { entry: CalendarEntry }) {
  const className = `block truncate rounded px-1.5 py-0.5 text-sm ${scheduled ? 'bg-indigo-tint text-indigo' : 'bg-sunken text-ink'}`
  const text = [formatMinute(at).slice(-5), listing, title].filter(Boolean).join(' ')
  return path === null ? (
    <span title={note} className={className}>
      {text}
    </span>
  ) : (
    <Link to={path} title={note} className={className}>
      {text}
    </Link>
  )
}

/** Lists the days of the weeks that a month touches, from Monday to Sunday. */
function listWeeks(from: string, to: string): string[][] {
  const weekday = (new Date(`${from}T00:00:00.000Z`).getUTCDay() + 6) % 7
  const weeks: string[][] = []
  for (let monday = addDays(from, -weekday); monday <= to; monday = addDays(monday, 7))
    weeks.push(WEEKDAYS.map((_, index) => addDays(monday, index)))
  return weeks
}
