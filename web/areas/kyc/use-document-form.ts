import { account } from '@mex/contract/account/calls.ts'
import { kyc, type Verification } from '@mex/contract/kyc/calls.ts'
import type { Holder, IdentityField, IdentityDocuments } from '@mex/core/kyc/identity-documents.ts'
import { useEffect, useState } from 'react'

import { useSend } from '#data/call.ts'
import { useStore } from '#data/store.ts'
import { focusFirstError } from '#components/call-form.tsx'
import { useWording } from '#components/refusal-text.ts'
import { deleteDraft, type Owner } from './draft.ts'
import { formState, loadFormState, updateFormState, lostPictures, type Errors } from './form-state.ts'
import { documentErrors } from './document-errors.ts'
import { firstOpen, namesOf, stepsOf, type Step } from './steps.ts'
import { useSteps } from './use-steps.ts'

/** The initial values of a new attempt. */
const initialDocuments = (holder: Holder, verification: Verification): IdentityDocuments =>
  holder === 'company'
    ? { officerCertificateType: verification.officerCertificateType ?? 'identity_card' }
    : { documentType: verification.documentType ?? 'identity_card' }

/** The form state of an attempt and its updates. Updates read the latest state, not that of the last render. */
function useFormState(owner: Owner, holder: Holder, verification: Verification) {
  const kept = useStore(formState)
  const [first] = useState(() => loadFormState(owner, initialDocuments(holder, verification)))
  const isSame = kept?.owner.user === owner.user && kept.owner.attempt === owner.attempt
  const latest = () => loadFormState(owner, first.papers)
  return {
    now: isSame ? kept : first,
    fill: (more: IdentityDocuments): void => void updateFormState(latest(), more),
    setErrors: (errors: Errors): void => formState.set({ ...latest(), errors }),
  }
}

/** Submits the documents and finds the page of the server's refusal. */
function useSubmission(steps: readonly Step[], papers: IdentityDocuments) {
  const { send, isBusy, failure } = useSend(kyc.submit, {
    stale: [kyc.status, account.me],
    showsRefusals: true,
    done: true,
    onAnswer: deleteDraft,
  })
  const failedPage = steps.findIndex(({ fields }) => fields.some((field) => field === failure?.field))
  return {
    isBusy,
    failure,
    /** The index of the page with the refused field; -1 for other failures. */
    failedPage,
    send: async (): Promise<void> => {
      const wanted = steps.flatMap(({ fields }) => fields)
      await send(Object.fromEntries(wanted.map((field) => [field, papers[field]?.trim()])))
    },
  }
}

/** The state and the actions of the verification form. Entered texts are stored on the device until they are submitted. */
export function useDocumentForm(user: number, holder: Holder, verification: Verification) {
  const say = useWording()
  const owner = { user, attempt: verification.submittedAt ?? 0 }
  const { now, fill, setErrors } = useFormState(owner, holder, verification)
  const { papers, errors } = now
  const steps = stepsOf(holder, papers, verification)
  const names = namesOf(steps)
  const { at, goTo } = useSteps(names, firstOpen(steps, papers))
  const step = steps[at]
  const { send, isBusy, failure, failedPage } = useSubmission(steps, papers)

  function faultsOf({ fields }: Step): Errors {
    const faults = Object.entries(documentErrors(fields, papers))
    return Object.fromEntries(faults.map(([field, fault]) => [field, say.refusal(fault)]))
  }

  /** Shows errors on their page. */
  function showErrors(wrong: Errors, page: number): void {
    setErrors(wrong)
    if (page === at) focusFirstError()
    else goTo(page)
  }

  const hasErrors = step?.fields.some((field) => errors[field] !== undefined) ?? false
  useEffect(() => {
    // A refusal of a field is shown at that field; errors set before this page opened get the focus.
    if (failure !== undefined && failedPage >= 0) showErrors({ [failure.field ?? '']: failure.message }, failedPage)
    else if (hasErrors) focusFirstError()
    // oxlint-disable-next-line react/exhaustive-deps -- only what a new page or a new answer brings takes the focus
  }, [failure])

  return {
    papers,
    names,
    steps,
    step,
    at,
    errors,
    /** The pictures of the current page that must be chosen again. */
    lost: lostPictures(now, step?.fields ?? []),
    fill,
    set: (field: IdentityField, value: string) => fill({ [field]: value }),
    back: () => goTo(at - 1),
    goTo,
    next(): void {
      const faults = step === undefined ? {} : faultsOf(step)
      setErrors(faults)
      if (Object.keys(faults).length > 0) focusFirstError()
      else goTo(at + 1)
    },
    /** Submits when every page is complete; otherwise shows the first incomplete page with its errors. */
    async submit(): Promise<void> {
      const open = firstOpen(steps, papers)
      const wrong = steps[open]
      if (wrong === undefined) await send()
      else showErrors(faultsOf(wrong), open)
    },
    isBusy,
    /** The failure of the submission, unless a field shows it. */
    failure: failedPage >= 0 ? undefined : failure,
  }
}

export type DocumentForm = ReturnType<typeof useDocumentForm>
