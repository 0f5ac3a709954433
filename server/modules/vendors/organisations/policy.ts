import type { VendorMemberStatus, VendorRole } from '#contracts/vendors/organisation-roles.ts'
import type { Role } from '#contracts/vocabulary.ts'
import { canSpeak } from '../policy.ts'

type Person = { id: string; role: VendorRole; status: VendorMemberStatus }

/** The present data of the account of one of an organisation's people. */
type Account = {
  status: VendorMemberStatus
  accountStatus: string | null
  accountRole: Role | null
  emailVerifiedAt: string | null
}

/** Returns whether one of an organisation's people can sign in and speak for it: disabled accounts and staff can't. */
export const isActing = ({ status, accountStatus, accountRole, emailVerifiedAt }: Account): boolean =>
  status === 'active' &&
  accountStatus === 'active' &&
  accountRole !== null &&
  canSpeak({ role: accountRole, emailVerifiedAt })

/** Returns whether somebody may see an organisation: its people, once they have accepted. */
export const canOpen = <Row extends Pick<Person, 'status'>>(row: Row | undefined): row is Row =>
  row?.status === 'active'

/** Returns whether somebody may invite, remove, change roles, prove domains, rename and dissolve. */
export const canManage = ({ role, status }: Pick<Person, 'role' | 'status'>): boolean =>
  role === 'manager' && status === 'active'

/** Returns whether an organisation still has a manager without a person. */
export const hasOtherManager = (people: readonly Person[], id: string): boolean =>
  people.some((person) => person.id !== id && canManage(person))
