import { service } from './resource-type.ts'

export const certificateManager = service('Certificate Manager', {
  'AWS::CertificateManager::Certificate': {
    names: ['ACM certificate', 'ACM certificates'],
    shortNames: ['certificate', 'certificates'],
    icon: ['architecture-service/AWSCertificateManager', 'certificate_manager_3'],
    console: 'acm/home#/certificates/list',
    arns: [['acm', /^certificate\/.+$/]],
    taggedAs: 'acm:certificate',
    picture: { none: 'a setting of what uses it' },
    walk: 'end',
  },
})
