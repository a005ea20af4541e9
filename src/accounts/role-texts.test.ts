/** Tests the exact files that customers install. A change of these files changes what customers run. */
import { expect, test } from 'vitest'
import { cliCommands, quickCreateLink, terraformFile } from './role-files.ts'
import { cloudFormationTemplate } from './role-template.ts'

/** The quota requires three policies here. */
const description = {
  role: { partition: 'aws', accountNumber: '123456789012', path: '/audit/', name: 'Scan' },
  principalArn: 'arn:aws:iam::111122223333:role/surveyor',
  externalId: 'svy-1',
  permissions: ['ec2:DescribeVpcs', `s3:${'L'.repeat(6_030)}`, 'sqs:ListQueues'],
}
/** Replaces the long name that makes three policies necessary. */
const short = (text: string) => text.replaceAll('L'.repeat(6_030), 'ListBuckets')

test('the CloudFormation template', () => {
  expect(JSON.parse(short(JSON.stringify(cloudFormationTemplate(description))))).toMatchInlineSnapshot(`
    {
      "AWSTemplateFormatVersion": "2010-09-09",
      "Description": "A read-only role that lets Surveyor scan this account and draw its architecture.",
      "Outputs": {
        "RoleArn": {
          "Description": "ARN of the IAM role to verify in Surveyor",
          "Value": {
            "Fn::GetAtt": [
              "ScanRole",
              "Arn",
            ],
          },
        },
      },
      "Parameters": {
        "ExternalId": {
          "Default": "svy-1",
          "Description": "External ID of this connection. It prevents use of the role for anyone else.",
          "MaxLength": 1224,
          "MinLength": 2,
          "Type": "String",
        },
        "PrincipalArn": {
          "Default": "arn:aws:iam::111122223333:role/surveyor",
          "Description": "ARN of the only principal that may assume this role.",
          "Type": "String",
        },
        "RoleName": {
          "AllowedPattern": "[\\w+=,.@-]{1,64}",
          "Default": "Scan",
          "Description": "Name of the IAM role. If you change it, change it in Surveyor too.",
          "Type": "String",
        },
      },
      "Resources": {
        "ReadPolicy1": {
          "Properties": {
            "Description": "Read permissions for scans by Surveyor",
            "PolicyDocument": {
              "Statement": [
                {
                  "Action": [
                    "ec2:DescribeVpcs",
                  ],
                  "Effect": "Allow",
                  "Resource": "*",
                  "Sid": "ReadForScans",
                },
              ],
              "Version": "2012-10-17",
            },
          },
          "Type": "AWS::IAM::ManagedPolicy",
        },
        "ReadPolicy2": {
          "Properties": {
            "Description": "Read permissions for scans by Surveyor",
            "PolicyDocument": {
              "Statement": [
                {
                  "Action": [
                    "s3:ListBuckets",
                  ],
                  "Effect": "Allow",
                  "Resource": "*",
                  "Sid": "ReadForScans",
                },
              ],
              "Version": "2012-10-17",
            },
          },
          "Type": "AWS::IAM::ManagedPolicy",
        },
        "ReadPolicy3": {
          "Properties": {
            "Description": "Read permissions for scans by Surveyor",
            "PolicyDocument": {
              "Statement": [
                {
                  "Action": [
                    "sqs:ListQueues",
                  ],
                  "Effect": "Allow",
                  "Resource": "*",
                  "Sid": "ReadForScans",
                },
              ],
              "Version": "2012-10-17",
            },
          },
          "Type": "AWS::IAM::ManagedPolicy",
        },
        "ScanRole": {
          "Properties": {
            "AssumeRolePolicyDocument": {
              "Statement": [
                {
                  "Action": "sts:AssumeRole",
                  "Condition": {
                    "StringEquals": {
                      "sts:ExternalId": {
                        "Ref": "ExternalId",
                      },
                    },
                  },
                  "Effect": "Allow",
                  "Principal": {
                    "AWS": {
                      "Ref": "PrincipalArn",
                    },
                  },
                  "Sid": "AssumeWithExternalId",
                },
                {
                  "Action": "sts:SetSourceIdentity",
                  "Effect": "Allow",
                  "Principal": {
                    "AWS": {
                      "Ref": "PrincipalArn",
                    },
                  },
                  "Sid": "NameOrganization",
                },
              ],
              "Version": "2012-10-17",
            },
            "Description": "Lets Surveyor read this account for scans",
            "ManagedPolicyArns": [
              {
                "Ref": "ReadPolicy1",
              },
              {
                "Ref": "ReadPolicy2",
              },
              {
                "Ref": "ReadPolicy3",
              },
            ],
            "MaxSessionDuration": 3600,
            "Path": "/audit/",
            "RoleName": {
              "Ref": "RoleName",
            },
          },
          "Type": "AWS::IAM::Role",
        },
      },
    }
  `)
})

test('the Terraform file', () => {
  expect(short(terraformFile(description))).toMatchInlineSnapshot(`
    "# Lets Surveyor read this account for scans.

    terraform {
      required_providers {
        aws = {
          source = "hashicorp/aws"
        }
      }
    }

    resource "aws_iam_role" "surveyor" {
      name                 = "Scan"
      path                 = "/audit/"
      description          = "Lets Surveyor read this account for scans"
      max_session_duration = 3600
      assume_role_policy   = jsonencode({
        "Version": "2012-10-17",
        "Statement": [
          {
            "Sid": "AssumeWithExternalId",
            "Effect": "Allow",
            "Principal": {
              "AWS": "arn:aws:iam::111122223333:role/surveyor"
            },
            "Action": "sts:AssumeRole",
            "Condition": {
              "StringEquals": {
                "sts:ExternalId": "svy-1"
              }
            }
          },
          {
            "Sid": "NameOrganization",
            "Effect": "Allow",
            "Principal": {
              "AWS": "arn:aws:iam::111122223333:role/surveyor"
            },
            "Action": "sts:SetSourceIdentity"
          }
        ]
      })
    }

    resource "aws_iam_policy" "surveyor_read_1" {
      name        = "Scan-read-1"
      description = "Read permissions for scans by Surveyor"
      policy      = jsonencode({
        "Version": "2012-10-17",
        "Statement": [
          {
            "Sid": "ReadForScans",
            "Effect": "Allow",
            "Action": [
              "ec2:DescribeVpcs"
            ],
            "Resource": "*"
          }
        ]
      })
    }

    resource "aws_iam_role_policy_attachment" "surveyor_read_1" {
      role       = aws_iam_role.surveyor.name
      policy_arn = aws_iam_policy.surveyor_read_1.arn
    }

    resource "aws_iam_policy" "surveyor_read_2" {
      name        = "Scan-read-2"
      description = "Read permissions for scans by Surveyor"
      policy      = jsonencode({
        "Version": "2012-10-17",
        "Statement": [
          {
            "Sid": "ReadForScans",
            "Effect": "Allow",
            "Action": [
              "s3:ListBuckets"
            ],
            "Resource": "*"
          }
        ]
      })
    }

    resource "aws_iam_role_policy_attachment" "surveyor_read_2" {
      role       = aws_iam_role.surveyor.name
      policy_arn = aws_iam_policy.surveyor_read_2.arn
    }

    resource "aws_iam_policy" "surveyor_read_3" {
      name        = "Scan-read-3"
      description = "Read permissions for scans by Surveyor"
      policy      = jsonencode({
        "Version": "2012-10-17",
        "Statement": [
          {
            "Sid": "ReadForScans",
            "Effect": "Allow",
            "Action": [
              "sqs:ListQueues"
            ],
            "Resource": "*"
          }
        ]
      })
    }

    resource "aws_iam_role_policy_attachment" "surveyor_read_3" {
      role       = aws_iam_role.surveyor.name
      policy_arn = aws_iam_policy.surveyor_read_3.arn
    }

    output "role_arn" {
      description = "The role to verify in Surveyor"
      value       = aws_iam_role.surveyor.arn
    }
    "
  `)
})

test('the commands', () => {
  expect(short(cliCommands(description))).toMatchInlineSnapshot(`
    "set -e

    aws iam create-role \\
      --role-name Scan \\
      --path /audit/ \\
      --description 'Lets Surveyor read this account for scans' \\
      --max-session-duration 3600 \\
      --assume-role-policy-document '{"Version":"2012-10-17","Statement":[{"Sid":"AssumeWithExternalId","Effect":"Allow","Principal":{"AWS":"arn:aws:iam::111122223333:role/surveyor"},"Action":"sts:AssumeRole","Condition":{"StringEquals":{"sts:ExternalId":"svy-1"}}},{"Sid":"NameOrganization","Effect":"Allow","Principal":{"AWS":"arn:aws:iam::111122223333:role/surveyor"},"Action":"sts:SetSourceIdentity"}]}'

    aws iam create-policy \\
      --policy-name Scan-read-1 \\
      --policy-document '{"Version":"2012-10-17","Statement":[{"Sid":"ReadForScans","Effect":"Allow","Action":["ec2:DescribeVpcs"],"Resource":"*"}]}'
    aws iam attach-role-policy --role-name Scan --policy-arn arn:aws:iam::123456789012:policy/Scan-read-1

    aws iam create-policy \\
      --policy-name Scan-read-2 \\
      --policy-document '{"Version":"2012-10-17","Statement":[{"Sid":"ReadForScans","Effect":"Allow","Action":["s3:ListBuckets"],"Resource":"*"}]}'
    aws iam attach-role-policy --role-name Scan --policy-arn arn:aws:iam::123456789012:policy/Scan-read-2

    aws iam create-policy \\
      --policy-name Scan-read-3 \\
      --policy-document '{"Version":"2012-10-17","Statement":[{"Sid":"ReadForScans","Effect":"Allow","Action":["sqs:ListQueues"],"Resource":"*"}]}'
    aws iam attach-role-policy --role-name Scan --policy-arn arn:aws:iam::123456789012:policy/Scan-read-3
    "
  `)
})

test.each([
  ['aws', 'https://console.aws.amazon.com/cloudformation/home?region=us-east-1#/stacks/quickcreate?'],
  ['aws-cn', 'https://console.amazonaws.cn/cloudformation/home?region=cn-north-1#/stacks/quickcreate?'],
  ['aws-us-gov', 'https://console.amazonaws-us-gov.com/cloudformation/home?region=us-gov-west-1#/stacks/quickcreate?'],
])('the console of %s', (partition, address) => {
  const link = quickCreateLink('https://example.com/', { ...description, role: { ...description.role, partition } })
  expect(link?.slice(0, address.length)).toBe(address)
})

test.each([6_144, 6_145])('a policy of 6,144 characters is within its quota: %d', (length) => {
  const fixed = JSON.stringify(
    cloudFormationTemplate({ ...description, permissions: ['a:', 'b:'] }).Resources['ReadPolicy1'],
  )
  const [, document = ''] = /"PolicyDocument":(.*)\}\}$/.exec(fixed) ?? []
  const permissions = ['a:', `b:${'L'.repeat(length - document.length)}`]
  const names = Object.keys(cloudFormationTemplate({ ...description, permissions }).Resources)
  expect(names.filter((name) => name.startsWith('ReadPolicy'))).toHaveLength(length === 6_144 ? 1 : 2)
})
