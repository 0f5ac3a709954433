import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PAGES } from '#contracts/paths.ts'
import { PRODUCT_PAGES } from '#contracts/product-pages.ts'
import type { Organisation } from '#contracts/vendors/organisation.ts'
import { organisationCalls } from '#contracts/vendors/organisation-calls.ts'
import { VENDOR_ORGANISATION_MESSAGES as MESSAGES } from '#contracts/vendors/organisation-messages.ts'
import { VENDOR_ROLES } from '#contracts/vendors/organisation-roles.ts'
import { call } from '../../../shared/call.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { Button } from '../../components/buttons.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { ErrorNotice } from '../../components/page-states.tsx'
import { Tag } from '../../components/tag.tsx'
import { useToast } from '../../components/toast.tsx'
import { Link, useNavigate } from '../../router.tsx'
import { organisationQuery, useReloadOrganisations } from './organisation-queries.ts'
import { PeopleSection } from './people-section.tsx'

/** An organisation: its people, products and domains. */
export function OrganisationView({ id, userId }: { id: string; userId: string }) {
  const { data: organisation, isPending, error, refetch } = useQuery(organisationQuery(id, userId))
  if (isPending) return <PageSkeleton />
  if (!organisation) return <ErrorNotice message={toErrorMessage(error)} onRetry={() => refetch()} />
  const isManager = organisation.role === 'manager'
  return (
    <div className="grid gap-8">
      <div>
        <Link to={PAGES.myOrganisations} className="inline-flex min-h-11 items-center text-indigo underline">
          全部组织
        </Link>
        <h2 className="text-xl wrap-anywhere">{organisation.name}</h2>
        <p className="mt-1 text-sm text-muted">您的身份：{VENDOR_ROLES[organisation.role]}</p>
      </div>
      <PeopleSection organisation={organisation} />
      <ProductsSection organisation={organisation} />
      {isManager && <DissolveButton organisation={organisation} />}
    </div>
  )
}

function ProductsSection({ organisation }: { organisation: Organisation }) {
  const { domains, products } = organisation
  return (
    <section aria-labelledby="organisation-products" className="card p-5">
      <h3 id="organisation-products" className="text-lg">
        产品
      </h3>
      <p className="mt-1 text-sm text-muted">
        {domains.length > 0
          ? `官网在${domains.join('、')}的产品，以及平台指定的产品。官网换了域名的，须由一位管理以新域名的邮箱证明。`
          : '平台指定的产品，以及成立时以联系邮箱证明的产品。'}
      </p>
      {organisation.provableDomain !== null && (
        <ClaimDomainButton id={organisation.id} domain={organisation.provableDomain} />
      )}
      {products.length === 0 ? (
        <p className="mt-3 text-muted">现在没有产品。</p>
      ) : (
        <ul className="mt-3 divide-y divide-line border-y border-line">
          {products.map(({ id, catalogue, name, isActive, isAssigned, contactEmail }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
              <div className="min-w-0">
                <p className="font-medium wrap-anywhere">
                  {isActive ? (
                    <Link to={PRODUCT_PAGES[catalogue](id)} className="hover:text-indigo hover:underline">
                      {name}
                    </Link>
                  ) : (
                    name
                  )}
                </p>
                <p className="text-sm wrap-anywhere text-muted">
                  {contactEmail === '' ? '没有联系邮箱' : `联系邮箱：${contactEmail}`}
                </p>
              </div>
              <Tag>{isAssigned ? '平台指定' : '域名证明'}</Tag>
            </li>
          ))}
        </ul>
      )}
      {products.length > 0 && (
        <Link to={PAGES.myProducts} className="mt-3 inline-flex min-h-11 items-center text-indigo underline">
          更新资料、回复评价、作声明
        </Link>
      )}
    </section>
  )
}

function ClaimDomainButton({ id, domain }: { id: string; domain: string }) {
  const showToast = useToast()
  const reload = useReloadOrganisations()
  const claimMutation = useMutation({
    mutationFn: () => call(organisationCalls.claimDomain, { params: { id } }),
    onSuccess: () => showToast(MESSAGES.domainAdded, 'success'),
    onError: (error) => showToast(toErrorMessage(error), 'error'),
    onSettled: reload,
  })
  return (
    <Button
      variant="secondary"
      className="mt-3"
      isBusy={claimMutation.isPending}
      onClick={() => claimMutation.mutate()}
    >
      以我的邮箱证明{domain}
    </Button>
  )
}

function DissolveButton({ organisation: { id, name } }: { organisation: Organisation }) {
  const [isOpen, setIsOpen] = useState(false)
  const showToast = useToast()
  const navigate = useNavigate()
  const reload = useReloadOrganisations()
  const dissolveMutation = useMutation({
    mutationFn: () => call(organisationCalls.dissolve, { params: { id } }),
    onSuccess: () => {
      showToast(MESSAGES.dissolved, 'success')
      navigate(PAGES.myOrganisations)
      reload()
    },
  })
  return (
    <div>
      <Button variant="outline" onClick={() => setIsOpen(true)}>
        解散组织
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={`解散“${name}”？`}
        confirmLabel="解散"
        mutation={dissolveMutation}
        onClose={() => setIsOpen(false)}
      >
        成员当即不再代表它的产品；产品的联系邮箱的账号仍代表各自的产品。不能恢复。
      </ConfirmDialog>
    </div>
  )
}
