import { Icon } from '../../shared/icon.tsx'
import { getToneClass } from '../../shared/tone.ts'

type IconListItemProps = { icon: string; color: string; title: string; description: string; heading: 'h2' | 'h3' }

/** A list item with a coloured icon, a title and a description. */
export function IconListItem({ icon, color, title, description, heading: Heading }: IconListItemProps) {
  return (
    <li className={`flex gap-4 border-t border-line py-5 ${getToneClass(color)}`}>
      <span className="inline-flex size-10 shrink-0 items-center justify-center rounded-lg bg-tone text-tone">
        <Icon name={icon} />
      </span>
      <div>
        <Heading className="text-base">{title}</Heading>
        <p className="mt-1 text-sm text-muted">{description}</p>
      </div>
    </li>
  )
}
