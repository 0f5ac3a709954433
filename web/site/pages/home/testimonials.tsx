import type { HomeContent } from '#contracts/documents/home.ts'
import { joinWithDots } from '#contracts/rules/join-with-dots.ts'
import { Stars } from '../../../shared/stars.tsx'
import { getToneClass } from '../../../shared/tone.ts'
import { withKeys } from '../../../shared/with-keys.ts'
import { Avatar } from '../../components/avatar.tsx'
import { Section } from '../../components/section.tsx'

export function Testimonials({ testimonials }: { testimonials: HomeContent['testimonials'] }) {
  if (testimonials.length === 0) return null
  return (
    <Section title="社区成员怎么说">
      <ul className="grid gap-5 md:grid-cols-2">
        {withKeys(testimonials, ({ author, content }) => author + content).map(({ key, item }) => (
          <li key={key} className={`card flex flex-col p-6 ${getToneClass(item.color)}`}>
            <Stars rating={5} showNumber={false} />
            <blockquote className="mt-3 flex-1">{item.content}</blockquote>
            <div className="mt-5 flex items-center gap-3 border-t border-line pt-4">
              <Avatar avatar={item.avatar} name={item.author} />
              <p className="text-sm">
                <span className="block font-medium">{item.author}</span>
                <span className="text-muted">{joinWithDots([item.company, item.position])}</span>
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
