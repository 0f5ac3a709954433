import { CircleCheck, CircleSlash, Clock3, Replace } from 'lucide-react'
import { Link } from 'react-router'
import { PAGES } from '#contracts/paths.ts'
import { CATALOGUE_LABELS } from '#contracts/products/table-messages.ts'
import type { Publication } from '#contracts/published-evaluations/publication.ts'
import { PUBLICATION_STATUS_LABELS, type PublicationStatus } from '#contracts/published-evaluations/statuses.ts'
import { formatDay } from '../../../shared/formats.ts'
import { type StatusStyle, StatusTag } from '../../components/status-tag.tsx'
import { LongText } from '../../lists/long-text.tsx'
import { type Column, RecordTable } from '../../lists/record-table.tsx'
import { RowAction, RowActions } from '../../lists/row-actions.tsx'
import { PublicProductLink } from '../product-detail/public-product-link.tsx'

const STATUS_STYLES: Record<PublicationStatus, StatusStyle> = {
  valid: { Icon: CircleCheck, color: 'green' },
  expired: { Icon: Clock3, color: 'orange' },
  withdrawn: { Icon: CircleSlash, color: 'red' },
  replaced: { Icon: Replace, color: 'gray' },
}

const PublicationStatusTag = ({ status }: { status: PublicationStatus }) => (
  <StatusTag statusStyle={STATUS_STYLES[status]} label={PUBLICATION_STATUS_LABELS[status]} />
)

/** The actions on a row; absent without write permission. */
export type PublicationActions = {
  withdraw: (publication: Publication) => void
  enterStatement: (publication: Publication) => void
  hideStatement: (publication: Publication) => void
}

type PublicationTableProps = { publications: readonly Publication[]; actions: PublicationActions | undefined }

export function PublicationTable({ publications, actions }: PublicationTableProps) {
  const renderActions = (publication: Publication) => actions && <Actions publication={publication} actions={actions} />
  const columns: readonly Column<Publication>[] = [
    { title: '产品', renderCell: (publication) => <Product publication={publication} />, className: 'w-1/4 min-w-52' },
    {
      title: '结论',
      renderCell: (publication) => <Conclusion publication={publication} />,
      className: 'whitespace-nowrap',
    },
    { title: '状态', renderCell: (publication) => <Status publication={publication} />, className: 'min-w-40' },
    {
      title: '评估',
      renderCell: (publication) => <Source publication={publication} />,
      className: 'w-1/4 min-w-40',
      isWideOnly: true,
    },
    {
      title: '厂商声明',
      renderCell: (publication) => <Statement publication={publication} />,
      className: 'max-w-60',
      isWideOnly: true,
    },
    { title: '操作', renderCell: renderActions, isHidden: !actions },
  ]
  return (
    <RecordTable
      label="发布的评估"
      items={publications}
      getKey={({ id }) => id}
      columns={columns}
      renderCard={(publication) => (
        <div className="flex flex-col gap-2">
          <Product publication={publication} />
          <Conclusion publication={publication} />
          <Source publication={publication} />
          <Status publication={publication} />
          {(publication.statement || publication.pendingStatement) && <Statement publication={publication} />}
          {renderActions(publication)}
        </div>
      )}
    />
  )
}

type PublicationProps = { publication: Publication }
const isOnPage = ({ status }: Publication) => status === 'valid' || status === 'expired'

const Product = ({ publication }: PublicationProps) => (
  <div>
    <PublicProductLink catalogue={publication.product.catalogue} product={publication.product} tab="evaluation" />
    <p className="text-sm text-muted">{CATALOGUE_LABELS[publication.product.catalogue]}</p>
  </div>
)

const Conclusion = ({ publication }: PublicationProps) => (
  <div>
    <p>
      {publication.recommendation}
      <span className="ml-2 text-muted tabular-nums">{publication.score}分</span>
    </p>
    {publication.isExample && <p className="text-sm text-muted">示例</p>}
  </div>
)

const Source = ({ publication }: PublicationProps) => (
  <div>
    <a href={PAGES.report(publication.reportId)} target="_blank" rel="noreferrer" className="wrap-anywhere">
      {publication.projectName}
    </a>
    <p className="text-sm text-muted">
      M{publication.methodVersion}，{formatDay(publication.evaluatedAt)}定稿
    </p>
  </div>
)

function Status({ publication }: PublicationProps) {
  const { status, validUntil, publishedAt, publishedBy, replacedAt, withdrawal } = publication
  return (
    <div className="text-sm text-muted">
      <p className="whitespace-nowrap">
        <PublicationStatusTag status={status} />
        {isOnPage(publication) && <span className="ml-2 tabular-nums">至{formatDay(validUntil)}</span>}
      </p>
      <p className="pt-1 tabular-nums">
        {formatDay(publishedAt)}，{publishedBy || '系统'}发布
      </p>
      {replacedAt && <p className="tabular-nums">{formatDay(replacedAt)}被新的结果替换</p>}
      {withdrawal && <LongText text={`${formatDay(withdrawal.at)}，${withdrawal.by}撤回：${withdrawal.reason}`} />}
    </div>
  )
}

function Statement({ publication }: PublicationProps) {
  const { statement, pendingStatement } = publication
  if (!statement && !pendingStatement) return <span className="text-muted">无</span>
  return (
    <div className="text-sm">
      {statement && <LongText text={statement.text} />}
      {pendingStatement && (
        <Link to="?view=statements" className="inline-flex min-h-11 items-center md:min-h-8">
          有一则待审核
        </Link>
      )}
    </div>
  )
}

function Actions({ publication, actions }: PublicationProps & { actions: PublicationActions }) {
  if (!isOnPage(publication)) return null
  const { name } = publication.product
  return (
    <RowActions>
      <RowAction label={`代${name}的厂商填写声明`} onClick={() => actions.enterStatement(publication)}>
        代填声明
      </RowAction>
      {publication.statement && (
        <RowAction label={`不再显示${name}的厂商声明`} onClick={() => actions.hideStatement(publication)}>
          撤下声明
        </RowAction>
      )}
      <RowAction isDanger label={`撤回${name}的评估`} onClick={() => actions.withdraw(publication)}>
        撤回
      </RowAction>
    </RowActions>
  )
}
