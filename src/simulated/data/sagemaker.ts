/** What a world holds of SageMaker, in the SDK's own shapes. */
import type { DescribeEndpointOutput, DescribeNotebookInstanceOutput } from '@aws-sdk/client-sagemaker'

export type SageMakerData = {
  readonly endpoints?: readonly DescribeEndpointOutput[]
  readonly notebookInstances?: readonly DescribeNotebookInstanceOutput[]
}
