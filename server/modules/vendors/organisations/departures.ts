/** Tells the managers of an organisation when a product leaves it, whoever or whatever has caused that. */
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import type { OrganisationPeople } from './people.ts'
import { canManage, isActing } from './policy.ts'
import { findOrganisation, listMembers, listMovedProducts, type MovedProduct, saveBelonging } from './store.ts'

type Dependencies = { database: Database; people: Pick<OrganisationPeople, 'lock' | 'notify' | 'now'> }

/** Creates the function that looks for products that have left their organisations. */
export function createDepartures({ database, people }: Dependencies) {
  const listManagers = async (db: Queryable, organisationId: string) =>
    (await listMembers(db, [organisationId])).filter((row) => canManage(row) && isActing(row))

  /** Tells the managers which products have left an organisation; those of a dissolved one were told then. */
  async function tell(transaction: Transaction, organisationId: string, products: readonly string[]): Promise<void> {
    const organisation = await findOrganisation(transaction.db, organisationId)
    if (!organisation) return
    for (const { name, accountEmail, email } of await listManagers(transaction.db, organisationId))
      await people.notify(
        transaction,
        organisation,
        { name: name ?? '', email: accountEmail ?? email },
        { occasion: 'departed', products },
      )
  }

  /** Tells the contact of a product that has moved to another organisation, unless they are one of its people. */
  async function tellContact(
    transaction: Transaction,
    { name, contactEmail, organisationId, before }: MovedProduct,
  ): Promise<void> {
    if (before === null || organisationId === null || contactEmail === '') return
    const organisation = await findOrganisation(transaction.db, organisationId)
    const rows = (await listMembers(transaction.db, [organisationId])).filter(isActing)
    const isMember = rows.some(({ accountEmail }) => accountEmail?.toLowerCase() === contactEmail.toLowerCase())
    if (!organisation || isMember) return
    const what = { occasion: 'replaced', product: name } as const
    await people.notify(transaction, organisation, { name: '', email: contactEmail }, what)
  }

  return {
    /** Queues the mails about products that have left since the last call, one for each organisation and manager. */
    async notifyOfDepartures(): Promise<void> {
      if ((await listMovedProducts(database.read)).length === 0) return
      await database.write(async (transaction) => {
        await people.lock(transaction)
        const moved = await listMovedProducts(transaction.db)
        for (const product of moved) {
          await saveBelonging(transaction.db, product, people.now())
          await tellContact(transaction, product)
        }
        const left = moved.flatMap(({ before, name }) => (before === null ? [] : [{ before, name }]))
        for (const [organisationId, products] of Map.groupBy(left, ({ before }) => before))
          await tell(
            transaction,
            organisationId,
            products.map(({ name }) => name),
          )
      })
    },
  }
}
