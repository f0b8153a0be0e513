import { connect } from '@mex/server/testing.ts'

/** Runs an operator action on the database of the shared server. */
export async function asOperator<Outcome>(
  act: (db: ReturnType<typeof connect>['db']) => Promise<Outcome>,
): Promise<Outcome> {
  const { db, pool } = connect(process.env['E2E_DATABASE'] ?? '', 1)
  try {
    return await act(db)
  } finally {
    await pool.end()
  }
}
