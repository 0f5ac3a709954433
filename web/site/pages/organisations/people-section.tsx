/** The people of an organisation: invitations, roles, leaving. */
import { PAGES } from '#contracts/paths.ts'
import type { Organisation, OrganisationMember } from '#contracts/vendors/organisation.ts'
import { organisationCalls } from '#contracts/vendors/organisation-calls.ts'
import { VENDOR_ORGANISATION_MESSAGES as MESSAGES } from '#contracts/vendors/organisation-messages.ts'
import { VENDOR_ROLE_NAMES, VENDOR_ROLES, type VendorRole } from '#contracts/vendors/organisation-roles.ts'
import { call } from '../../../shared/call.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { formatDay } from '../../../shared/formats.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { InviteForm } from '../../account/invite-form.tsx'
import { getShownName, PersonRow, type Removal } from '../../account/person-row.tsx'
import { Button } from '../../components/buttons.tsx'
import { useToast } from '../../components/toast.tsx'
import { useNavigate } from '../../router.tsx'
import { useReloadOrganisations } from './organisation-queries.ts'

export function PeopleSection({ organisation }: { organisation: Organisation }) {
  const { id, members, role } = organisation
  return (
    <section aria-labelledby="organisation-people" className="card grid gap-4 p-5">
      <h3 id="organisation-people" className="text-lg">
        成员
      </h3>
      <ul className="divide-y divide-line border-y border-line">
        {members.map((member) => (
          <MemberRow key={member.id} id={id} member={member} canManage={role === 'manager'} />
        ))}
      </ul>
      {role === 'manager' && <InviteMemberForm id={id} />}
    </section>
  )
}

type RowProps = { id: string; member: OrganisationMember; canManage: boolean }

function MemberRow({ id, member, canManage }: RowProps) {
  const { role, isInvitation, since, isMe } = member
  const showToast = useToast()
  const reload = useReloadOrganisations()
  const navigate = useNavigate()
  const otherRole: VendorRole = role === 'manager' ? 'editor' : 'manager'
  const roleMutation = useMutation({
    mutationFn: () =>
      call(organisationCalls.changeRole, { params: { id, member: member.id }, body: { role: otherRole } }),
    onSuccess: () => showToast(MESSAGES.roleSaved, 'success'),
    onError: (error) => showToast(toErrorMessage(error), 'error'),
    onSettled: reload,
  })
  const removal: Removal = {
    what: '这个组织',
    consequences: {
      own: '退出后当即不再代表它的产品；要再参与，须由管理重新邀请。',
      others: '对方当即不再代表组织的产品，即使仍是产品的联系邮箱。',
    },
    remove: () => call(organisationCalls.removeMember, { params: { id, member: member.id } }),
    onRemoved: () => {
      showToast(isMe ? MESSAGES.left : MESSAGES.removed, 'success')
      if (isMe) navigate(PAGES.myOrganisations)
      reload()
    },
  }
  return (
    <PersonRow
      person={member}
      role={VENDOR_ROLES[role]}
      details={<span>{isInvitation ? '已邀请，等对方接受' : `${formatDay(since)}加入`}</span>}
      removal={isMe || canManage ? removal : undefined}
    >
      {canManage && (
        <Button
          variant="outline"
          className="px-3 text-sm"
          isBusy={roleMutation.isPending}
          aria-label={`改为${VENDOR_ROLES[otherRole]}：${getShownName(member)}`}
          onClick={() => roleMutation.mutate()}
        >
          改为{VENDOR_ROLES[otherRole]}
        </Button>
      )}
    </PersonRow>
  )
}

const ROLE_HINTS = {
  manager: '除代表产品外，还可以邀请、移除成员，更改身份。',
  editor: '可以更新资料、回复评价、作声明、答复征询。',
} as const

function InviteMemberForm({ id }: { id: string }) {
  return (
    <InviteForm
      label="邀请同事"
      email={{
        label: '同事的邮箱',
        hint: '对方收到邮件，用验证过这个邮箱的账号登录，接受后加入。',
        missingMessage: MESSAGES.emailMissing,
      }}
      roles={VENDOR_ROLE_NAMES.map((name) => ({ name, label: VENDOR_ROLES[name], hint: ROLE_HINTS[name] }))}
      initialRole="editor"
      invite={(body) => call(organisationCalls.invite, { params: { id }, body })}
      invitedMessage={MESSAGES.invited}
      onSettled={useReloadOrganisations()}
    />
  )
}
