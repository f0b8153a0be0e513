import { account } from '@mex/contract/account.ts'
import { kyc, type Verification } from '@mex/contract/kyc.ts'
import {
  imagesOf,
  isImageField,
  mandatoryFields,
  type Holder,
  type PaperField,
  type Papers,
} from '@mex/core/identity-papers.ts'
import { useEffect, useState } from 'react'

import { useSend } from '#data/call.ts'
import { focusFirstError } from '#parts/call-form.tsx'
import { useWording } from '#parts/wording.ts'
import { forgetDraft, keepDraft, readDraft } from './draft.ts'
import { paperFaults } from './paper-fault.ts'

export type Step = {
  readonly name: 'details' | 'document' | 'account' | 'officer' | 'redo'
  readonly fields: readonly PaperField[]
}

/** The pages of a form: all of it, or only what a refusal asks for again. */
function stepsOf(holder: Holder, papers: Papers, { realStatus, redo }: Verification): readonly Step[] {
  const all = mandatoryFields(holder, papers)
  const isRetry = realStatus === 2 && redo.length < all.length
  if (isRetry) {
    const texts = all.filter((field) => redo.includes(field) && !isImageField(field))
    const images = redo.some((field) => isImageField(field as PaperField)) ? all.filter(isImageField) : []
    return [{ name: 'redo', fields: [...texts, ...images] }]
  }
  if (holder === 'individual')
    return [
      { name: 'details', fields: ['firstName', 'lastName'] },
      { name: 'document', fields: ['documentType', 'documentNumber', 'country', ...imagesOf(papers.documentType)] },
    ]
  const officer: readonly PaperField[] = ['officerCertificateType', 'officerCertificateNumber', 'officerPhone']
  return [
    { name: 'details', fields: ['enterpriseName', 'licenseNumber', 'licenseImage', 'enterpriseAddress'] },
    { name: 'account', fields: ['corporateAccountNumber', 'corporateAccountImage', 'placeOfRegistration'] },
    { name: 'officer', fields: officer },
  ]
}

type Errors = Readonly<Partial<Record<PaperField, string>>>

/** The papers as they were left, or as a new attempt finds them. */
const firstPapers = (user: number, holder: Holder, verification: Verification): Papers => ({
  ...(holder === 'company'
    ? { officerCertificateType: verification.officerCertificateType ?? 'identity_card' }
    : { documentType: verification.documentType ?? 'identity_card' }),
  ...(verification.realStatus === 2 ? {} : readDraft(user)),
})

/** What a person has entered, page by page, until it is sent. The draft stays on the device. */
export function usePaperForm(user: number, holder: Holder, verification: Verification) {
  const say = useWording()
  const isRetry = verification.realStatus === 2
  const [papers, setPapers] = useState<Papers>(() => firstPapers(user, holder, verification))
  const [at, setAt] = useState(0)
  const [errors, setErrors] = useState<Errors>({})
  const sending = useSend(kyc.submit, { stale: [kyc.status, account.me], showsRefusals: true, onAnswer: forgetDraft })
  const steps = stepsOf(holder, papers, verification)
  const step = steps[at]
  const { failure } = sending
  const [shown, setShown] = useState<typeof failure>()
  // What the server says of a field stands at that field, on its page.
  if (failure !== shown) {
    setShown(failure)
    const place = steps.findIndex(({ fields }) => fields.some((field) => field === failure?.field))
    if (failure !== undefined && place >= 0) {
      setErrors({ [failure.field ?? '']: failure.message })
      setAt(place)
    }
  }

  function fill(more: Papers): void {
    const next = { ...papers, ...more }
    setPapers(next)
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in more))))
    if (!isRetry) keepDraft(user, next)
  }

  /** True when the page is in order; otherwise its faults are shown. */
  function check({ fields }: Step): boolean {
    const faults = Object.entries(paperFaults(fields, papers))
    setErrors(Object.fromEntries(faults.map(([field, fault]) => [field, say.refusal(fault)])))
    if (faults.length > 0) focusFirstError()
    return faults.length === 0
  }

  useEffect(() => {
    if (failure?.field !== undefined) focusFirstError()
  }, [failure])

  async function submit(): Promise<void> {
    const wanted = steps.flatMap(({ fields }) => fields)
    await sending.send(Object.fromEntries(wanted.map((field) => [field, papers[field]?.trim()])))
  }

  return {
    papers,
    steps,
    step,
    at,
    errors,
    fill,
    set: (field: PaperField, value: string) => fill({ [field]: value }),
    back: () => setAt((before) => Math.max(0, before - 1)),
    goTo: setAt,
    next(): void {
      if (step !== undefined && check(step)) setAt(at + 1)
    },
    /** True when every page is in order; otherwise the first that is not is shown with its faults. */
    checkAll(): boolean {
      const wrong = steps.findIndex((each) => !check(each))
      if (wrong >= 0) setAt(wrong)
      return wrong < 0
    },
    submit,
    isBusy: sending.isBusy,
    /** Why it was not taken, where that is not about one field. */
    failure: steps.some(({ fields }) => fields.some((field) => field === failure?.field)) ? undefined : failure,
  }
}

export type PaperForm = ReturnType<typeof usePaperForm>
