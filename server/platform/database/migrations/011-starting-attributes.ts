import { type Kysely, sql } from 'kysely'
import { STARTING_ATTRIBUTES, type StartingAttribute } from './011-starting-attributes/attributes.ts'
import type { DatabaseKind } from './columns.ts'

/** The months after which a fact is stale unless its attribute says otherwise. */
const STALE_MONTHS = 12

/** Makes the attributes that every installation starts with, each with its first revision. */
export async function addStartingAttributes(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const at = new Date().toISOString()
  const flag = (isOn: boolean) => (kind === 'sqlite' ? Number(isOn) : isOn)
  for (const [index, attribute] of STARTING_ATTRIBUTES.entries()) {
    const { key, ...state } = complete(attribute)
    await sql`
      insert into attributes (key, label, group_label, type, unit, choices_json, catalogues_json, categories_json,
        is_filter, is_compared, is_on_card, is_active, hint, stale_after_months, position, version, created_at, updated_at)
      values (${key}, ${state.label}, ${state.group}, ${state.type}, ${state.unit}, ${JSON.stringify(state.choices)},
        ${JSON.stringify(state.catalogues)}, '[]', ${flag(state.isFilter)}, ${flag(true)}, ${flag(state.isOnCard)},
        ${flag(true)}, ${state.hint}, ${state.staleAfterMonths}, ${index + 1}, 1, ${at}, ${at})
    `.execute(db)
    await sql`
      insert into attribute_revisions (key, revision, value_json, created_at)
      values (${key}, 1, ${JSON.stringify(state)}, ${at})
    `.execute(db)
  }
}

function complete(attribute: StartingAttribute) {
  const { unit = '', choices = [], hint = '', isFilter = false, isOnCard = false } = attribute
  return {
    key: attribute.key,
    label: attribute.label,
    group: attribute.group,
    type: attribute.type,
    unit,
    choices,
    catalogues: attribute.catalogues,
    categories: [],
    isFilter,
    isCompared: true,
    isOnCard,
    hint,
    staleAfterMonths: attribute.staleAfterMonths === undefined ? STALE_MONTHS : attribute.staleAfterMonths,
    isActive: true,
  }
}
