import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { CommunitySchema } from '#contracts/documents/community.ts'
import { EventCard } from './event-card.tsx'

const renderEvent = (fields: object): string => {
  const [event] = CommunitySchema.parse({
    upcomingEvents: [{ title: '复盘', status: '已结束', ...fields }],
  }).upcomingEvents
  if (!event) throw new Error('the event is missing')
  return renderToStaticMarkup(<EventCard event={event} typeColor="gray" places={undefined} />)
}

it('shows how many people took part', () => {
  expect(renderEvent({ attendees: 14 })).toContain('14人参加')
})

it('shows no number of participants while there are none', () => {
  expect(renderEvent({ attendees: 0 })).not.toContain('0人')
})
