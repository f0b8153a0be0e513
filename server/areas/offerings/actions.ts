import { verificationGate } from '@mex/core/kyc/verification.ts'
import { identityOf } from '#areas/kyc/actions.ts'
import { openApplications, type ApplicationDependencies, type Applications } from './applications.ts'
import { openDraws, type DrawDependencies, type Draws } from './draws.ts'

/** What the calls and the jobs of offerings share. */
export type Offerings = { readonly applications: Applications; readonly draws: Draws }

/** Who applies must have a verified identity (rulebook §6.3). */
export const openOfferings = (
  dependencies: Omit<ApplicationDependencies, 'verificationRefusal'> & DrawDependencies,
): Offerings => ({
  applications: openApplications({
    ...dependencies,
    verificationRefusal: async (tx, user) => verificationGate(await identityOf(tx, user)),
  }),
  draws: openDraws(dependencies),
})
