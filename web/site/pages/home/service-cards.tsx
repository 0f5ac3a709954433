import { ArrowRight } from 'lucide-react'
import type { HomeContent } from '#contracts/documents/home.ts'
import { isExternalLink, toSafeLink } from '#contracts/rules/safe-link.ts'
import { Icon } from '../../../shared/icon.tsx'
import { getToneClass } from '../../../shared/tone.ts'
import { withKeys } from '../../../shared/with-keys.ts'
import { Section } from '../../components/section.tsx'
import { Link } from '../../router.tsx'

type Service = HomeContent['services'][number]

export function ServiceCards({ services }: { services: readonly Service[] }) {
  if (services.length === 0) return null
  return (
    <Section title="核心服务">
      <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {withKeys(services, ({ title }) => title).map(({ key, item: service }) => (
          <li
            key={key}
            className={`card relative flex flex-col p-6 hover:border-indigo ${getToneClass(service.color)}`}
          >
            <span className="flex items-center justify-between text-tone">
              <Icon name={service.icon} className="size-7" />
              {toSafeLink(service.link) && <ArrowRight className="size-5 text-muted" aria-hidden />}
            </span>
            <h3 className="mt-4 text-lg">
              <ServiceLink service={service} />
            </h3>
            {service.subtitle && <p className="mt-1 text-sm font-medium text-tone">{service.subtitle}</p>}
            <p className="mt-3 text-sm text-muted">{service.description}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The title of a service, as a link that is stretched over the entire card. */
function ServiceLink({ service: { title, link } }: { service: Service }) {
  const safeLink = toSafeLink(link)
  const className = 'after:absolute after:inset-0'
  if (!safeLink) return title
  if (isExternalLink(safeLink) || !safeLink.startsWith('/'))
    return (
      <a href={safeLink} className={className}>
        {title}
      </a>
    )
  return (
    <Link to={safeLink} className={className}>
      {title}
    </Link>
  )
}
