import { ANALYTICS_RANGE_LABELS, ANALYTICS_RANGES, type Analytics } from '#contracts/analytics/analytics.ts'
import { addDays, toDay } from '#contracts/rules/shanghai-time.ts'
import { findFieldMessage } from '../../../shared/call-error.ts'
import { ChoiceTabs } from '../../components/choice-tabs.tsx'
import { DateFilter, FilterBar } from '../../lists/filter-bar.tsx'
import type { Filters } from '../../lists/use-filters.ts'

const RANGE_OPTIONS = ANALYTICS_RANGES.map((value) => ({ value, label: ANALYTICS_RANGE_LABELS[value] }))

type Days = Pick<Analytics, 'from' | 'to'>
type RangePickerProps = {
  filters: Filters
  visibleDays: Days | undefined
  /** The error of the last request, shown at the days that caused it. */
  error: unknown
}

/** Selects the range of days. A custom range initially has the visible days, or the last 30 if none are loaded yet. */
export function RangePicker({ filters, visibleDays, error }: RangePickerProps) {
  function selectRange(range: string) {
    if (range !== 'custom') return filters.set({ range, from: '', to: '' })
    const { from, to } = visibleDays ?? getLast30Days()
    filters.set({ range, from, to })
  }
  /** Returns the change handler of a date, which ignores incomplete dates. */
  const createDayHandler = (name: 'from' | 'to') => (day: string) =>
    day && filters.set({ [name]: day }, { replace: true })
  return (
    <>
      <ChoiceTabs
        label="时间范围"
        options={RANGE_OPTIONS}
        value={filters.get('range') || '30d'}
        onChange={selectRange}
      />
      {filters.get('range') === 'custom' && (
        <FilterBar label="自选时间范围">
          <DateFilter
            label="从"
            value={filters.get('from')}
            error={findFieldMessage(error, 'from')}
            onChange={createDayHandler('from')}
          />
          <DateFilter
            label="到"
            value={filters.get('to')}
            error={findFieldMessage(error, 'to')}
            onChange={createDayHandler('to')}
          />
        </FilterBar>
      )}
    </>
  )
}

function getLast30Days(): Days {
  const today = toDay(new Date())
  return { from: addDays(today, -29), to: today }
}
