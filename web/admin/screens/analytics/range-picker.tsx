import { ANALYTICS_RANGE_LABELS, ANALYTICS_RANGES, type Analytics } from '#contracts/analytics/analytics.ts'
import { dayAfter, dayOf } from '#contracts/rules/shanghai-time.ts'
import { DayFilter, FilterBar } from '../../lists/filter-bar.tsx'
import type { Filters } from '../../lists/use-filters.ts'
import { ChoiceTab, ChoiceTabs } from '../../parts/choice-tab.tsx'

type Days = Pick<Analytics, 'from' | 'to'>
type RangePickerProps = { filters: Filters; shown: Days | undefined }

/** Which days are looked at; an own range begins with the days that are shown, or with the last 30 where none are yet. */
export function RangePicker({ filters, shown }: RangePickerProps) {
  const range = filters.value('range') || '30d'
  const begun = (): Days => {
    const today = dayOf(new Date())
    return shown ?? { from: dayAfter(today, -29), to: today }
  }
  /** A date that is only half typed is none. */
  const setDay = (name: 'from' | 'to') => (day: string) => day && filters.set({ [name]: day }, { replace: true })
  return (
    <>
      <ChoiceTabs label="时间范围">
        {ANALYTICS_RANGES.map((each) => (
          <ChoiceTab
            key={each}
            label={ANALYTICS_RANGE_LABELS[each]}
            isChosen={range === each}
            onChoose={() =>
              filters.set(
                each === 'custom'
                  ? { range: each, from: begun().from, to: begun().to }
                  : { range: each, from: '', to: '' },
              )
            }
          />
        ))}
      </ChoiceTabs>
      {range === 'custom' && (
        <FilterBar label="自选时间范围">
          <DayFilter label="从" value={filters.value('from')} onChange={setDay('from')} />
          <DayFilter label="到" value={filters.value('to')} onChange={setDay('to')} />
        </FilterBar>
      )}
    </>
  )
}
