export { Unbuilt as Entry } from '../Unbuilt';
