import { expect, test } from 'vitest'
import { imageRepository } from './image-repository.ts'

const place = { region: 'us-east-1', accountNumber: '444455556666' }
const digest = `sha256:${'0a'.repeat(32)}`

test.each([
  ['444455556666.dkr.ecr.us-east-1.amazonaws.com/storefront/web:1.2', 'storefront/web'],
  [`444455556666.dkr.ecr.us-east-1.amazonaws.com/web@${digest}`, 'web'],
  ['444455556666.dkr-ecr.us-east-1.on.aws/web:1', 'web'],
  ['444455556666.dkr.ecr.eu-west-1.amazonaws.com/web:1', '444455556666.dkr.ecr.eu-west-1.amazonaws.com/web'],
  ['777788889999.dkr.ecr.us-east-1.amazonaws.com/web:1', '777788889999.dkr.ecr.us-east-1.amazonaws.com/web'],
  ['public.ecr.aws/nginx/nginx:1.29', undefined],
  ['nginx', undefined],
  [undefined, undefined],
])('the image %s comes from the repository %s', (image, repository) => {
  expect(imageRepository(image, place)).toBe(repository)
})
