import { type Kysely, sql } from 'kysely'

const KEY = 'annual-price'
const LABEL = '起售年费'
const STATE = {
  label: LABEL,
  type: 'number',
  unit: '元/年',
  choices: [],
  catalogues: ['agent', 'ai'],
  categories: [],
  isFilter: false,
  isCompared: true,
  isOnCard: false,
  hint: '公开报价中最低一档的一年费用，含税；免费的填0，只按用量计费的不填',
  staleAfterMonths: 6,
  isActive: true,
}

type Neighbour = { position: number; groupLabel: string }

/**
 * Adds the attribute that budgets are compared with to the attributes that were added by default, after the public price.
 * Leaves out installations that have neither of the default prices, or have an attribute of its key or name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<Neighbour>`
    select position as "position", group_label as "groupLabel" from attributes
    where key in ('public-price', 'billing') order by position desc`.execute(db)
  const { rows: same } = await sql`select key from attributes where key = ${KEY} or label = ${LABEL}`.execute(db)
  const [neighbour] = rows
  if (!neighbour || same.length > 0) return
  await insertAfter(db, neighbour)
}

async function insertAfter(db: Kysely<unknown>, { position, groupLabel }: Neighbour): Promise<void> {
  const { label, type, unit, catalogues, hint, staleAfterMonths } = STATE
  const at = new Date().toISOString()
  await sql`update attributes set position = position + 1 where position > ${position}`.execute(db)
  await sql`
    insert into attributes
      (key, label, group_label, type, unit, choices_json, catalogues_json, categories_json, is_filter, is_compared,
       is_on_card, is_active, hint, stale_after_months, position, version, created_at, updated_at)
    values (${KEY}, ${label}, ${groupLabel}, ${type}, ${unit}, '[]', ${JSON.stringify(catalogues)}, '[]', false, true,
       false, true, ${hint}, ${staleAfterMonths}, ${position + 1}, 1, ${at}, ${at})`.execute(db)
  await sql`
    insert into attribute_revisions (key, revision, value_json, created_at)
    values (${KEY}, 1, ${JSON.stringify({ ...STATE, group: groupLabel })}, ${at})`.execute(db)
}
