import { Check, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ServicePackage } from '#contracts/documents/selection.ts'
import { getButtonClass } from '../../components/buttons.tsx'
import { Section } from '../../components/section.tsx'
import { useSelectedPackage } from './use-selected-package.ts'

/** The grid columns by the number of packages, if not three. */
const COLUMN_CLASSES: Readonly<Record<number, string>> = { 1: '', 2: 'md:grid-cols-2', 4: 'md:grid-cols-2' }

/** Shows the packages as cards whose rows share one grid, so that prices and durations are aligned. */
export function ServicePackages({ packages }: { packages: readonly ServicePackage[] }) {
  const { packageName, toggle } = useSelectedPackage()
  if (packages.length === 0) return null
  const hasSelection = packages.some(({ name }) => name === packageName)
  return (
    <Section id="packages" title="服务套餐" lead="选中一个套餐，咨询表单会带上您的意向。">
      <ul className={`grid gap-x-5 gap-y-5 ${COLUMN_CLASSES[packages.length] ?? 'lg:grid-cols-3'}`}>
        {packages.map((offer, index) => (
          <PackageCard
            // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and a card has no state.
            key={index}
            offer={offer}
            isSelected={offer.name === packageName}
            onToggle={() => toggle(offer.name)}
          />
        ))}
      </ul>
      <p className="mt-5 min-h-11 text-sm" aria-live="polite">
        {hasSelection && (
          <span>
            {`已选择“${packageName}”。`}
            <a href="#consultation" className="inline-flex min-h-11 items-center font-medium text-indigo underline">
              去填写咨询表单
            </a>
          </span>
        )}
      </p>
    </Section>
  )
}

type PackageCardProps = { offer: ServicePackage; isSelected: boolean; onToggle: () => void }

/** A package as a card. Its button is stretched over the card, so that pressing anywhere toggles the selection. */
function PackageCard({ offer: { name, price, duration, suitable, features }, isSelected, onToggle }: PackageCardProps) {
  const label = isSelected ? '已选择此套餐' : '选择此套餐'
  return (
    <li
      className={`card relative row-span-6 grid grid-rows-subgrid gap-y-0 p-6 hover:border-indigo ${isSelected ? 'outline-2 -outline-offset-1 outline-indigo' : ''}`}
    >
      <div className="flex items-start justify-between gap-3">
        <h3 className="text-xl">{name}</h3>
        {isSelected && <CircleCheck className="size-6 shrink-0 text-indigo" aria-hidden />}
      </div>
      <p className="mt-2 border-b border-line pb-5 text-2xl font-semibold tabular-nums">{price}</p>
      <Row label="周期">{duration}</Row>
      <Row label="适合">{suitable}</Row>
      <div className="py-4">
        <p className="text-sm text-muted">包含</p>
        <ul className="mt-2 grid gap-2 text-sm">
          {[...new Set(features)].map((feature) => (
            <li key={feature} className="flex gap-2.5">
              <Check className="mt-1 size-4 shrink-0 text-muted" aria-hidden />
              {feature}
            </li>
          ))}
        </ul>
      </div>
      <div className="self-end pt-2">
        <button
          type="button"
          aria-pressed={isSelected}
          aria-label={`${label}：${name}`}
          onClick={onToggle}
          className={getButtonClass(isSelected ? 'primary' : 'outline', 'w-full after:absolute after:inset-0')}
        >
          {label}
        </button>
      </div>
    </li>
  )
}

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="border-b border-line py-4 text-sm">
    <p className="text-muted">{label}</p>
    <p className="mt-1">{children}</p>
  </div>
)
