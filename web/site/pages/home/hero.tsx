import type { HomeContent } from '#contracts/documents/home.ts'
import { ButtonLink } from '../../components/document-links.tsx'
import { IconListItem } from '../../components/icon-list-item.tsx'
import { Phrases } from '../../components/phrases.tsx'

export function Hero({ hero }: { hero: HomeContent['hero'] }) {
  return (
    <section className="border-b border-line bg-surface">
      <div className="shell grid gap-10 py-12 md:py-20 lg:grid-cols-[1.15fr_1fr] lg:items-center">
        <div>
          {hero.subtitle && <p className="font-medium text-indigo">{hero.subtitle}</p>}
          <h1 className="mt-3 text-4xl leading-tight md:text-5xl md:leading-tight">
            <Phrases text={hero.title} />
          </h1>
          {hero.description && <p className="mt-5 max-w-prose text-lg text-muted">{hero.description}</p>}
          <div className="mt-8 flex flex-wrap gap-3">
            {hero.buttons.map(({ text, link, style }) => (
              <ButtonLink key={text + link} link={link} variant={style}>
                {text}
              </ButtonLink>
            ))}
          </div>
        </div>
        <ul className="grid gap-x-8 sm:grid-cols-2 lg:grid-cols-1">
          {hero.features.map((feature, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: items of a document's lists have no ids, and only their order identifies them.
            <IconListItem key={index} {...feature} heading="h2" />
          ))}
        </ul>
      </div>
    </section>
  )
}
