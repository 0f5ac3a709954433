import type { CommunityMember } from '#contracts/documents/community.ts'
import { formatIsoDay, formatMonth, parseCalendarDay } from '#contracts/rules/calendar-day.ts'
import { joinWithDots } from '#contracts/rules/join-with-dots.ts'
import { getToneClass } from '../../../shared/tone.ts'
import { Avatar } from '../../components/avatar.tsx'

export function MemberCard({ member }: { member: CommunityMember }) {
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
