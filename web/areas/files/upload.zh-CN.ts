import type { upload as english } from './upload.en.ts'
import type { Translation } from '#text/translation.ts'

export const upload: Translation<typeof english> = {
  choose: '选择图片',
  limits: '支持 JPEG、PNG 或 WebP，最大 {n} MB',
  preparing: '正在处理图片',
  sending: '正在上传',
  done: '已上传',
  replace: '更换',
  remove: '移除',
  unreadable: '此文件无法作为图片显示，请选择 JPEG、PNG 或 WebP。',
  gone: '该图片已不再保存。',
}
