import { Search, X } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent, useId, useRef } from 'react'
import type { CommunityMember } from '#contracts/documents/community.ts'
import { SITE_PAGES } from '#contracts/paths.ts'
import { formatIsoDay, formatMonth, parseCalendarDay } from '#contracts/rules/calendar-day.ts'
import { joinWithDots } from '#contracts/rules/join-with-dots.ts'
import { getToneClass } from '../../../shared/tone.ts'
import { Avatar } from '../../components/avatar.tsx'
import { Button } from '../../components/buttons.tsx'
import { CONTROL_CLASS } from '../../components/control-class.ts'
import { EmptyNotice } from '../../components/page-states.tsx'
import { usePageQuery } from '../../use-page-query.ts'
import { filterMembers } from './member-filter.ts'

function MemberCard({ member }: { member: CommunityMember }) {
  const { name, title, company, avatar, expertise, description } = member
  return (
    <li className={`card flex flex-col p-6 ${getToneClass('gray')}`}>
      <div className="flex items-start gap-4">
        <Avatar avatar={avatar} name={name} />
        <div className="min-w-0">
          <h2 className="text-lg">{name}</h2>
          <p className="text-sm text-muted">{joinWithDots([title, company])}</p>
        </div>
      </div>
      {description && <p className="mt-4 text-sm">{description}</p>}
      <div className="mt-auto pt-4">
        {expertise.length > 0 && (
          <ul className="flex flex-wrap gap-1.5" aria-label="专长">
            {[...new Set(expertise)].map((word) => (
              <li key={word} className="rounded border border-tone bg-tone px-2 text-xs leading-6 text-tone">
                {word}
              </li>
            ))}
          </ul>
        )}
        <JoinedDate date={member.joinedDate} />
      </div>
    </li>
  )
}

function JoinedDate({ date }: { date: string }) {
  if (!date) return null
  const day = parseCalendarDay(date)
  return (
    <p className="mt-3 text-xs text-muted">
      {day ? <time dateTime={formatIsoDay(day)}>{formatMonth(day)}</time> : date}
      <span>加入</span>
    </p>
  )
}

/** Lists the members, with a filter that is part of the URL. */
export function Members({ members }: { members: readonly CommunityMember[] }) {
  const { query, change } = usePageQuery(SITE_PAGES.community.parameters)
  const search = query.member
  const input = useRef<HTMLInputElement>(null)
  const matches = filterMembers(members, search)

  const setFilter = (value: string) => change({ member: value.trim() }, { replace: true })

  const applyPreHydrationText = useEffectEvent(() => {
    if (input.current && input.current.value.trim() !== search) setFilter(input.current.value)
  })
  // Applies text that was typed before hydration.
  useEffect(applyPreHydrationText, [])

  function clearFilter() {
    if (input.current) input.current.value = ''
    input.current?.focus()
    setFilter('')
  }

  if (members.length === 0) return <EmptyNotice />
  return (
    <>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <MemberFilter ref={input} search={search} onChange={setFilter} onClear={clearFilter} />
        <p className="text-sm text-muted tabular-nums" aria-live="polite">
          {search ? `找到${matches.length}位成员，共${members.length}位` : `共${members.length}位成员`}
        </p>
      </div>
      {matches.length === 0 ? (
        <EmptyNotice message={`没有符合“${search}”的成员`}>
          <Button variant="outline" onClick={clearFilter}>
            查看全部成员
          </Button>
        </EmptyNotice>
      ) : (
        <ul className="grid gap-5 md:grid-cols-2 lg:grid-cols-3">
          {matches.map((member, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: names aren't unique, and a card has no state.
            <MemberCard key={index} member={member} />
          ))}
        </ul>
      )}
    </>
  )
}

type MemberFilterProps = {
  ref: RefObject<HTMLInputElement | null>
  search: string
  onChange: (text: string) => void
  onClear: () => void
}

/** The input of the filter. Uncontrolled, so that text that an input method is still composing isn't used. */
function MemberFilter({ ref, search, onChange, onClear }: MemberFilterProps) {
  const id = useId()
  return (
    <div className="w-full max-w-md">
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        筛选成员
      </label>
      <div className="relative">
        <Search className="pointer-events-none absolute top-3 left-3.5 size-5 text-muted" aria-hidden />
        <input
          ref={ref}
          id={id}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={60}
          placeholder="姓名、职务、企业或专长"
          defaultValue={search}
          onChange={({ nativeEvent, currentTarget }) => {
            if (!('isComposing' in nativeEvent && nativeEvent.isComposing)) onChange(currentTarget.value)
          }}
          onCompositionEnd={({ currentTarget }) => onChange(currentTarget.value)}
          className={`${CONTROL_CLASS} px-11`}
        />
        {search && (
          <button
            type="button"
            aria-label="清除筛选"
            onClick={onClear}
            className="absolute top-0 right-0 inline-flex size-11 items-center justify-center text-muted hover:text-ink"
          >
            <X className="size-4" aria-hidden />
          </button>
        )}
      </div>
    </div>
  )
}
