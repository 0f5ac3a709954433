import { type Kysely, sql } from 'kysely'

/**
 * Stores which seat or account ran a trial, and since when a reading doesn't count. Earlier trials get whoever in their
 * project has the runner's name, if that is one alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema.alterTable('evaluation_readings').addColumn('set_aside_at', 'text').execute()
  await schema.alterTable('evaluation_trials').addColumn('runner_id', 'text').execute()
  await schema.createIndex('evaluation_trials_runner').on('evaluation_trials').column('runner_id').execute()
  await sql`
    update evaluation_trials set runner_id = (
      select min(people.id) from (
        select judges.id from evaluation_judges as judges
        where judges.project_id = evaluation_trials.project_id and judges.name = evaluation_trials.runner
        union all
        select users.id from users
        where users.name = evaluation_trials.runner and (
          users.id in (
            select projects.owner_id from evaluation_projects as projects
            where projects.id = evaluation_trials.project_id and projects.owner_id is not null
          ) or users.id in (
            select members.user_id from colleagues as members
            where members.project_id = evaluation_trials.project_id and members.user_id is not null
          )
        )
      ) as people
      having count(*) = 1
    )
    where runner <> ''
  `.execute(db)
}
