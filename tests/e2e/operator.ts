import { connect } from '@mex/server/testing.ts'

/** Does what the operator of the server that all journeys share does by the command line. */
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
