/** How an event is declared. No event contains contact data. */
import { z } from 'zod'
import type { Permission } from '../permissions.ts'

/** Leads to the record, for those who may read it. */
export const eventUrl = z.url().describe('打开记录的页面；后台的页面须登录查看。')
type DataSchema = z.ZodObject<{ url: typeof eventUrl }>

type EventDefinition<Data extends DataSchema> = {
  label: string
  data: Data
  /** An example of the data, for the API reference. */
  example: z.output<Data>
  /** Returns what a message says after the label and a colon, line by line. */
  describe(data: z.output<Data>): readonly string[]
}

/** Declares an event that concerns single persons, who hear of it in their inboxes. */
export const definePersonalEvent = <Data extends DataSchema>(definition: EventDefinition<Data>) => ({
  ...definition,
  /** Parses the data of a stored event. Returns it with the lines of its message. */
  read(stored: unknown) {
    const data = definition.data.parse(stored)
    return { data, lines: definition.describe(data) }
  },
})

/** Declares an event of the team, which webhooks, and those who have the permission, can subscribe to. */
export const defineTeamEvent = <Data extends DataSchema>({
  permission,
  ...definition
}: EventDefinition<Data> & { permission: Permission }) => ({ ...definePersonalEvent(definition), permission })
